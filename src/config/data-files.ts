import { join } from 'node:path';
import type { Environment } from './environment.ts';

/** The SQLite database of this installation. */
export const databasePath = ({ COUNTERSIGN_DATA: data }: Pick<Environment, 'COUNTERSIGN_DATA'>): string =>
  join(data, 'countersign.db');

/** Where checkpoints are kept; best on another disk than the database, or shipped elsewhere. */
export const checkpointsPath = (
  environment: Pick<Environment, 'COUNTERSIGN_CHECKPOINTS' | 'COUNTERSIGN_DATA'>,
): string => environment.COUNTERSIGN_CHECKPOINTS ?? join(environment.COUNTERSIGN_DATA, 'checkpoints.log');
