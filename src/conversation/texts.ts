/** What the model reads for calls that were not run. Stable, short, and never an instruction to try again. */
export const supersededText = '{"approved":false,"error":"cancelled: superseded by a newer message"}';
export const stoppedText = '{"approved":false,"error":"cancelled: the turn was stopped by a person"}';
export const parkedText = '{"approved":false,"error":"cancelled: the turn could not be completed"}';
export const expiredText = '{"approved":false,"error":"nobody answered the approval request before it expired"}';
export const confirmedRanText =
  '{"outcome":"completed","note":"a person confirmed that this ran; its output was lost"}';
export const gaveUpText = '{"outcome":"unknown","note":"it is not known whether this ran; it will not be tried again"}';
