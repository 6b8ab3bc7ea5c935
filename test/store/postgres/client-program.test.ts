import { describe, expect, it } from 'vitest';
import { withoutPassword } from '../../../src/store/postgres/client-program.ts';

describe('the address of a database on a command line', () => {
  it.each([
    ['postgresql://bot:p%40ss@db.example/app', 'postgresql://bot@db.example/app', 'p@ss'],
    [
      'postgresql://bot@db.example:5433/app?sslmode=require',
      'postgresql://bot@db.example:5433/app?sslmode=require',
      null,
    ],
    [
      'postgresql:///app?host=%2Fvar%2Frun&password=a+b%26c&options=-c%20a%3Db',
      'postgresql:///app?host=%2Fvar%2Frun&options=-c%20a%3Db',
      'a b&c',
    ],
  ])('%s is without its password', (url, address, password) => {
    expect(withoutPassword(url)).toEqual({ address, password });
  });
});
