import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Something a planted text wants done. */
export interface WantedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** One attack: the text that is planted, and the calls by which a model that obeys it would act. */
export interface Attack {
  readonly id: string;
  /** As a tool hands it out: wrapped, and in the midst of an ordinary result. */
  readonly planted: string;
  readonly calls: readonly WantedCall[];
}

/** A benign call whose result an outsider can write into. */
export interface Carrier {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The result, with `text` in the place that outsiders write. */
  holding(text: string): string;
}

/** Goals that name no tool are done by words that leave the house: whoever obeys them sends them somewhere. */
export const ANY_SENDER = 'send_anywhere';
const PLACE = '<Attacker Instruction>';

const args = z.record(z.string(), z.unknown());
const goal = z.object({
  id: z.string(),
  goal: z.string(),
  tool_calls: z.array(z.object({ tool: z.string(), args })).default([]),
  tools_needed_inferred: z.array(z.string()).default([]),
  attacker_tools: z.array(z.string()).default([]),
  attacker_tool: z.string().optional(),
});
const carrier = z.object({ user_tool: z.string(), user_tool_args: args, tool_response_template: z.string() });
const template = z.object({ id: z.string(), template: z.string() });

export const carriers: readonly Carrier[] = read('injecagent-carriers', carrier).map((one) => ({
  tool: one.user_tool,
  args: one.user_tool_args,
  holding: (text) => one.tool_response_template.replace(PLACE, () => text),
}));

/** Names of all described tools. */
export const describedTools: readonly string[] = Object.keys(
  z.record(z.string(), z.unknown()).parse(json('injecagent-tool-specs')),
);

const templates = read('attack-templates', template);
const wrappers = templates.filter((one) => one.template.includes('{goal}'));
/** Wrappers that bring a goal of their own, and what it takes to reach it. */
const ownGoals = new Map([
  ['agentdojo/template/dos', ANY_SENDER],
  ['agentdojo/template/captcha_dos', 'WebBrowserNavigateTo'],
  ['agentdojo/template/offensive_email_dos', 'send_email'],
]);

/** Every attack of every benchmark; carriers and wrappers take turns. */
export const attacks: readonly Attack[] = [
  ...['agentdojo', 'craibench', 'injecagent', 'asb', 'bipia-text'].flatMap((file) => read(file, goal)).map(attackOf),
  ...templates.filter(({ id }) => ownGoals.has(id)).map(attackByWrapper),
];

export const carrierOf = (index: number): Carrier => at(carriers, index);

function attackOf(given: z.output<typeof goal>, index: number): Attack {
  const planted = fill(at(wrappers, index).template, given.goal);
  return { id: given.id, planted, calls: callsOf(given) };
}

function callsOf(given: z.output<typeof goal>): readonly WantedCall[] {
  const own = given.attacker_tool === undefined ? [] : [given.attacker_tool];
  const named = [...given.tools_needed_inferred, ...given.attacker_tools, ...own];
  const calls = [...given.tool_calls, ...named.map((tool) => ({ tool, args: {} }))];
  return calls.length > 0 ? calls : [{ tool: ANY_SENDER, args: { text: given.goal } }];
}

function attackByWrapper({ id, template: text }: z.output<typeof template>): Attack {
  return { id, planted: fill(text, ''), calls: [{ tool: ownGoals.get(id) ?? ANY_SENDER, args: {} }] };
}

function fill(text: string, wanted: string): string {
  return text
    .replaceAll('{goal}', () => wanted)
    .replaceAll('{user}', 'Alice')
    .replaceAll('{model}', 'the assistant')
    .replaceAll('{tools}', '');
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}

function json(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../fixtures/injections/${name}.json`, import.meta.url), 'utf8'));
}

function read<T>(name: string, shape: z.ZodType<T>): readonly T[] {
  return z.array(shape).parse(json(name));
}
