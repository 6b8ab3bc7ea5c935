import { describe, expect, it } from 'vitest';
import { requestId } from '../../../src/domain/ids.ts';
import type { TranscriptMessage } from '../../../src/domain/transcript.ts';
import { orphanedResults } from '../../../src/turn/step/orphaned-results.ts';
import { says } from '../../support/turn/a-turn.ts';
import { aCall } from '../../support/turn/open-call.ts';

const asks = says('please');
const replies = (...ids: readonly string[]): TranscriptMessage => ({
  kind: 'assistant',
  text: 'x',
  providerState: null,
  calls: ids.map((id) => aCall(id, 't')),
});
const results = (...ids: readonly string[]): TranscriptMessage => ({
  kind: 'results',
  results: ids.map((id) => ({
    requestId: requestId(id),
    toolName: 't',
    outcome: 'succeeded',
    text: 'ok',
    quarantined: false,
  })),
});
const summary: TranscriptMessage = { kind: 'summary', text: 's' };

describe('a history', () => {
  it.each<[string, readonly TranscriptMessage[]]>([
    ['nothing is said', []],
    ['only words are said', [summary, asks, replies(), asks, replies()]],
    ['a call has its result', [asks, replies('a'), results('a'), replies()]],
    ['it ends in results', [asks, replies('a'), results('a')]],
    ['results stand in another order than their calls', [replies('a', 'b'), results('b', 'a')]],
    ['every reply has its own results', [replies('a'), results('a'), replies('b', 'c'), results('b', 'c')]],
  ])('may be sent when %s', (_, history) => {
    expect(orphanedResults(history)).toBeNull();
  });

  const unasked = 'has tool results without the calls they answer';
  const mismatched = 'has results that do not match the calls before them';
  const unanswered = 'has calls without results';
  it.each<[string, string, readonly TranscriptMessage[]]>([
    [unasked, 'it begins with results', [results('a')]],
    [unasked, 'results follow words', [replies(), results('a')]],
    [unasked, 'results are there twice', [replies('a'), results('a'), results('a')]],
    [unasked, 'a message of results is empty', [asks, results()]],
    [mismatched, 'a result is of another call', [replies('a'), results('b')]],
    [mismatched, 'one of two results is of another call', [replies('a', 'b'), results('a', 'c')]],
    [mismatched, 'a result is missing', [replies('a', 'b'), results('a')]],
    [mismatched, 'every result is missing', [replies('a'), results()]],
    [mismatched, 'there is a result too many', [replies('a'), results('a', 'b')]],
    [mismatched, 'a call has two results', [replies('a'), results('a', 'a')]],
    [mismatched, 'a call has two results and its neighbour none', [replies('a', 'b'), results('a', 'a')]],
    [unanswered, 'a person speaks before the results', [replies('a'), asks, results('a')]],
    [unanswered, 'another reply stands before the results', [replies('a'), replies('b'), results('b')]],
    [unanswered, 'a summary took the place of the results', [replies('a'), summary]],
    ['ends in calls without results', 'it ends in calls', [asks, replies('a')]],
  ])('%s when %s', (fault, _, history) => {
    expect(orphanedResults(history)).toBe(fault);
  });
});
