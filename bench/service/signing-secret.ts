/** What the bench signs its own deliveries with; the bot of the bench knows it. */
export const SIGNING_SECRET = 'bench-signing-secret';
