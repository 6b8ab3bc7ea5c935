import type { Backfill } from '../../conversation/commands.ts';
import { fileWords, whyNotRead } from '../../domain/attached-file.ts';
import type { Person } from '../../domain/person.ts';
import type { HeardFile } from '../payloads/events.ts';

/** Files read of one message; the rest is named. */
const FILES_READ = 5;

/** A message's files as untrusted content: by reference where they can be read, by name where not. */
export const attachmentsOf = (team: string, author: Person, files: readonly HeardFile[]): readonly Backfill[] =>
  files.map(({ id, name, mimeType, size }, index) => {
    const source = { kind: 'attachment' as const };
    const why =
      id === null ? 'kept outside Slack' : index >= FILES_READ ? 'one of too many' : whyNotRead({ mimeType, size });
    if (id === null || why !== null) return { author, source, text: `Attached file, not read: ${name} (${why})` };
    const file = { team, id, name, mimeType, size };
    return { author, source, text: fileWords(file), file };
  });
