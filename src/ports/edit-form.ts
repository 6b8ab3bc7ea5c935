/**
 * The edit form of one proposed call, between the part that knows JSON Schema (it describes and reads forms) and the
 * part that knows Slack (it draws them and collects what was entered).
 *
 * Contract: a form that comes back unchanged gives exactly the proposed canonical arguments. A field nobody touched
 * stands for its proposed value, byte for byte; only a touched field is read from what was entered.
 *
 * A model is a pure function of (schema, arguments). It is never stored: whoever receives a submitted form describes
 * it again from the log.
 */

/** What a surface can show. Lengths are UTF-16 units counted after `& < >` became entities, as Slack counts them. */
export const FORM_LIMITS = {
  /** Slack allows 100 blocks in a modal; five are kept for the introduction and notes. */
  blocks: 95,
  /** Slack's plain_text_input holds 3,000; the rest is room for escaped edges. */
  boxLength: 2_900,
  /** A value over more boxes than this cannot be reviewed in a modal by a person. */
  boxesPerValue: 30,
  /** Slack refuses a view above 250 kB; initial texts, labels and hints must leave room for the frame around them. */
  bytes: 150_000,
  /** Options of a select that are part of the view (Slack: 100). Above that they are searched for. */
  inlineOptions: 100,
} as const;

/** What an empty box stands for. */
export type EmptyMeaning = 'omit' | 'null' | 'empty';

/** One thing to choose. `json` is the canonical text it stands for, null when it stands for leaving the property out. */
export interface FormOption {
  readonly id: string;
  readonly label: string;
  readonly json: string | null;
}

/** `plain`: characters as they are. `escaped`: with `\n \t \r \\ \u{…}` for what a text box would not keep. */
export type Spelling = 'plain' | 'escaped';

/**
 * How a value is entered. A `list` has one item a line, empty lines ignored; `orSingle` where a single item may also
 * stand without a list. `json` is any JSON value, `others` a JSON object with the entries no other field of its group
 * shows. A `choice` has exactly one chosen option, `choices` any number in any order.
 */
export type FormInput =
  | { readonly kind: 'text'; readonly spelling: Spelling; readonly multiline: boolean }
  | { readonly kind: 'number'; readonly integer: boolean }
  | {
      readonly kind: 'list';
      readonly items: 'text' | 'number';
      readonly orSingle: boolean;
      readonly spelling: Spelling;
    }
  | { readonly kind: 'json' }
  | { readonly kind: 'others' }
  | { readonly kind: 'choice'; readonly options: readonly FormOption[] }
  | { readonly kind: 'choices'; readonly options: readonly FormOption[] };

/** What a field holds: the texts of its boxes (a long value has several, joined without a separator) or the ids of
 *  the chosen options; and what an empty box means, null where there is nothing to say about that. */
export interface FieldAnswer {
  readonly entered: readonly string[];
  readonly whenEmpty: EmptyMeaning | null;
}

export interface FormField {
  readonly kind: 'field';
  /** Opaque, stable for one (schema, arguments): `f0`, `f1`, … in the order shown. */
  readonly id: string;
  /** Property names from the top of the arguments; empty for a field that holds all of them. */
  readonly path: readonly string[];
  readonly label: string;
  readonly hint: string;
  /** Must be filled in: an empty box is an error. */
  readonly required: boolean;
  readonly input: FormInput;
  /** What an empty box may mean; a person is asked only when there are two or more. */
  readonly emptyMeanings: readonly EmptyMeaning[];
  /** Canonical text of the proposed value, null when it was left out. */
  readonly proposed: string | null;
  readonly initial: FieldAnswer;
}

/** An object whose properties have fields of their own. */
export interface FormGroup {
  readonly kind: 'group';
  readonly path: readonly string[];
  readonly members: readonly (FormField | FormGroup)[];
  /** What the object becomes when none of its members has a value; a field asks for it where it is ambiguous. */
  readonly whenEmpty: { readonly kind: 'fixed'; readonly meaning: EmptyMeaning } | GroupQuestion;
}

interface GroupQuestion {
  readonly kind: 'asked';
  readonly field: FormField;
}

export interface FormModel {
  readonly kind: 'form';
  readonly root: FormGroup | FormField;
  /** Every field of `root`, in the order shown. Never empty. */
  readonly fields: readonly FormField[];
  /** The proposed canonical arguments. */
  readonly argsJson: string;
  readonly schema: unknown;
  /** What a person should know before editing, such as "could not be checked against its schema". */
  readonly notes: readonly string[];
}

export type FormDescription = FormModel | { readonly kind: 'refused'; readonly reason: string };

/** Answers by field id. */
export type FormValues = ReadonlyMap<string, FieldAnswer>;

/** `errors` are sentences for a person, by the id of the field that can mend them. */
export type FormReading =
  | { readonly kind: 'args'; readonly argsJson: string }
  | { readonly kind: 'errors'; readonly errors: ReadonlyMap<string, string> };

/** Describes and reads edit forms. Neither throws for any schema, arguments or values. */
export interface EditForms {
  describe(schema: unknown, argsJson: string): FormDescription;
  read(model: FormModel, values: FormValues): FormReading;
}
