import type { Personas } from '../conversation/persona.ts';
import { tracedModel } from '../platform/traced/traced-model.ts';
import { tracedToolbox } from '../platform/traced/traced-toolbox.ts';
import type { Toolbox } from '../ports/tools.ts';
import { noTraces, type Tracer } from '../ports/tracer.ts';

/** Agents whose model requests and tool executions are traced. A toolbox is wrapped once, however many turns it serves. */
export function tracedPersonas(personas: Personas, tracer: Tracer): Personas {
  if (tracer === noTraces) return personas;
  const wrapped = new WeakMap<Toolbox, Toolbox>();
  return (name) => {
    const persona = personas(name);
    const toolbox = wrapped.get(persona.toolbox) ?? tracedToolbox(persona.toolbox, tracer);
    wrapped.set(persona.toolbox, toolbox);
    return { ...persona, model: tracedModel(persona.model, tracer), toolbox };
  };
}
