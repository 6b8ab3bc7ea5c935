/** One numbered change of a schema. Frozen once released; a later change is a later number. */
export interface Migration {
  readonly number: number;
  readonly sql: string;
}
