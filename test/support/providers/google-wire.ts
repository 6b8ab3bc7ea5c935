/** Chunks of streamGenerateContent, as ai.google.dev/api/generate-content describes them. */

interface Given {
  readonly finishReason?: string;
  readonly groundingMetadata?: object;
}

const chunk = (parts: readonly object[], given: Given = {}): object => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...given }],
  responseId: 'r1',
});

export const text = (delta: string, given: Given = {}): object => chunk([{ text: delta }], given);
export const thought = (delta: string): object => chunk([{ text: delta, thought: true }]);

export const functionCalls = (
  ...calls: readonly { name: string; args: object; id?: string; signature?: string }[]
): object =>
  chunk(
    calls.map(({ name, args, id, signature }) => ({
      functionCall: { name, args, ...(id === undefined ? {} : { id }) },
      ...(signature === undefined ? {} : { thoughtSignature: signature }),
    })),
  );

export const end = (finishReason = 'STOP', given: Given = {}): object => ({
  ...chunk([], { finishReason, ...given }),
  usageMetadata: {
    promptTokenCount: 120,
    cachedContentTokenCount: 100,
    candidatesTokenCount: 7,
    totalTokenCount: 127,
  },
});

export const failed = (code: number, status: string, message = 'no', details: readonly object[] = []): object => ({
  error: { code, message, status, details },
});
