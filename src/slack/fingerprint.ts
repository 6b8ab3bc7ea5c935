import { createHash } from 'node:crypto';

export const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Enough of a hash to compare two things by eye. */
export const fingerprintOf = (text: string): string => sha256Hex(text).slice(0, 12);
