import { assertNever } from '../../domain/assert-never.ts';
import { clickWords } from '../words.ts';
import type { ListenerContext } from './context.ts';

/** Settles what became of an answer whose handling failed, and says of it what is true. */
export async function giveUpOn(
  { commands, logger }: ListenerContext,
  press: Parameters<ListenerContext['commands']['giveUp']>[0],
): Promise<string> {
  try {
    const became = await commands.giveUp(press);
    switch (became) {
      case 'stands':
        return clickWords.recorded;
      case 'nothing-recorded':
        return clickWords.failed;
      default:
        return assertNever(became);
    }
  } catch (error) {
    logger.error({ code: error instanceof Error ? error.name : 'unknown' }, 'it is not known what became of a press');
    return clickWords.cannotTell;
  }
}
