import type { DomainEvent } from '../../domain/event.ts';
import type { ChainedEvent } from '../../ports/chain-source.ts';
import { decodeEvent } from '../codec/decode.ts';

/** Null for what is malformed or unknown: the finding names the place, and the decoder's error would add nothing to it. */
export function readEvent(stored: ChainedEvent): DomainEvent | null {
  try {
    return decodeEvent(stored, stored);
  } catch {
    return null;
  }
}
