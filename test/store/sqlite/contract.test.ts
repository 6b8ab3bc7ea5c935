import { describe } from 'vitest';
import { storeContract } from '../../contracts/store.ts';
import { openFileStore, openMemoryStore } from '../../support/store-sqlite.ts';

describe('SQLite in memory', () => {
  storeContract(openMemoryStore);
});
describe('SQLite in a file', () => {
  storeContract(openFileStore);
});
