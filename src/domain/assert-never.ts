/** Ends a switch over a closed union; reaching it means stored or received data bypassed its codec. */
export function assertNever(value: never): never {
  throw new Error(`Unreachable alternative: ${JSON.stringify(value)}`);
}
