// @ts-check
// The shapes the page reads, as JSDoc types only. The server refuses what Slack would refuse, so a block that arrives
// here is well formed; a field that is not listed is a field the page does not show.

/** @typedef {{ type: 'plain_text' | 'mrkdwn', text: string, emoji?: boolean, verbatim?: boolean }} Text */

/** @typedef {{ text: Text, value?: string, description?: Text, url?: string }} Option */

/** @typedef {{ label: Text, options: Option[] }} OptionGroup */

/** @typedef {{ title?: Text, text?: Text, confirm?: Text, deny?: Text, style?: string }} Confirm */

/** @typedef {{ text: Text, value: string, accessibility_label?: string }} FeedbackChoice */

/**
 * Anything that sits inside a block: buttons, inputs, selects, images. One wide shape, told apart by `type`.
 * @typedef {object} Element
 * @property {string} type
 * @property {string} [action_id]
 * @property {Text | string} [text]
 * @property {string} [value]
 * @property {string} [url]
 * @property {string} [style]
 * @property {string} [accessibility_label]
 * @property {Confirm} [confirm]
 * @property {boolean} [disabled]
 * @property {Text} [placeholder]
 * @property {Option[]} [options]
 * @property {OptionGroup[]} [option_groups]
 * @property {Option} [initial_option]
 * @property {Option[]} [initial_options]
 * @property {string} [initial_value]
 * @property {string} [initial_date]
 * @property {string} [initial_time]
 * @property {number} [initial_date_time]
 * @property {string} [initial_user]
 * @property {string} [initial_channel]
 * @property {string} [initial_conversation]
 * @property {string[]} [initial_users]
 * @property {string[]} [initial_channels]
 * @property {string[]} [initial_conversations]
 * @property {number} [min_query_length]
 * @property {number} [max_selected_items]
 * @property {boolean} [multiline]
 * @property {number} [min_length]
 * @property {number} [max_length]
 * @property {string} [min_value]
 * @property {string} [max_value]
 * @property {boolean} [is_decimal_allowed]
 * @property {boolean} [focus_on_load]
 * @property {string} [image_url]
 * @property {string} [alt_text]
 * @property {string} [icon]
 * @property {string[]} [visible_to_user_ids]
 * @property {FeedbackChoice} [positive_button]
 * @property {FeedbackChoice} [negative_button]
 */

/**
 * A part of rich text: a section, list, quote or preformatted element, or a leaf in one of them.
 * @typedef {object} RichPart
 * @property {string} type
 * @property {RichPart[]} [elements]
 * @property {string} [text]
 * @property {string} [url]
 * @property {string} [user_id]
 * @property {string} [channel_id]
 * @property {string} [usergroup_id]
 * @property {string} [range]
 * @property {string} [name]
 * @property {string} [value]
 * @property {string} [fallback]
 * @property {number} [timestamp]
 * @property {string} [format]
 * @property {{ bold?: boolean, italic?: boolean, strike?: boolean, code?: boolean, underline?: boolean } | 'bullet' | 'ordered'} [style]
 * @property {number} [indent]
 * @property {number} [offset]
 * @property {number} [border]
 */

/** @typedef {{ type: string, text?: string, value?: number, elements?: RichPart[] }} Cell */

/**
 * One block of a message, modal or home tab, told apart by `type`. The title is a text object or, in tasks and plans, a string.
 * @typedef {object} Block
 * @property {string} type
 * @property {string} [block_id]
 * @property {Text | string} [text]
 * @property {Text[]} [fields]
 * @property {Element} [accessory]
 * @property {any[]} [elements]
 * @property {Text | string} [title]
 * @property {Text} [subtitle]
 * @property {Text} [body]
 * @property {Element[]} [actions]
 * @property {Element} [hero_image]
 * @property {Element} [icon]
 * @property {string} [image_url]
 * @property {string} [alt_text]
 * @property {Text} [label]
 * @property {Text} [hint]
 * @property {boolean} [optional]
 * @property {boolean} [dispatch_action]
 * @property {Element} [element]
 * @property {Cell[][]} [rows]
 * @property {string} [caption]
 * @property {{ align?: string, is_wrapped?: boolean }[]} [column_settings]
 * @property {string} [task_id]
 * @property {string} [status]
 * @property {Block | string} [details]
 * @property {Block | string} [output]
 * @property {{ url: string, text: string }[]} [sources]
 * @property {Block[]} [tasks]
 * @property {string} [level]
 * @property {Block[]} [child_blocks]
 * @property {Block} [rich_text_title]
 * @property {boolean} [is_collapsible]
 * @property {boolean} [default_collapsed]
 * @property {string} [video_url]
 */

/** @typedef {{ id: string, title: string, status: string, details?: string, output?: string, sources?: { url: string, text: string }[] }} Task */

/**
 * @typedef {object} Message
 * @property {string} ts
 * @property {string} user
 * @property {string} text
 * @property {Block[]} [blocks]
 * @property {Task[]} [tasks]
 * @property {string} [plan_title]
 * @property {'in_progress' | 'completed' | 'errored'} [streaming_state]
 * @property {string} [thread_ts]
 * @property {number} [reply_count]
 * @property {boolean} [ephemeral]
 * @property {unknown} [edited]
 * @property {string} [stopped_by] the person who pressed Stop
 * @property {{ status: string }} [session] on a thread's root: what the app says it is doing there
 * @property {{ name: string, users: string[] }[]} [reactions]
 * @property {{ id: string, name?: string, title?: string }[]} [files]
 * @property {{ text?: string, fallback?: string, blocks?: Block[] }[]} [attachments]
 */

/** @typedef {{ id: string, name: string, real_name?: string, is_bot?: boolean, deleted?: boolean, is_restricted?: boolean, team_id?: string }} Person */

/** @typedef {{ id: string, name: string, is_private?: boolean, is_archived?: boolean, is_ext_shared?: boolean, is_im?: boolean }} Channel */

/** @typedef {{ id?: string, type: string, title?: Text, submit?: Text, close?: Text, callback_id?: string, blocks: Block[] }} View */

/** @typedef {{ id: string, view: View, hash: string, errors?: Record<string, string> }} OpenView */

/** @typedef {{ name: string, type: 'message' | 'global', callback_id: string }} Shortcut */

/** @typedef {{ n: number, at: number | string, method: string, args?: unknown, status: number, error?: string }} Call */

/** @typedef {{ user: string, kind: 'channel' | 'home', channel: string, thread: string | undefined }} Place */

/** @typedef {{ action_id: string, block_id: string | undefined, value?: string | undefined, selected?: unknown }} Press */

/** @typedef {string | string[] | number | null} Plain a form value: text, chosen values, or nothing */

/**
 * A form field that is on the page: how to read it, and how to give it back what was typed before it was drawn again.
 * @typedef {object} Field
 * @property {string} blockId
 * @property {string} actionId
 * @property {() => Plain} read
 * @property {() => unknown} keep what `restore` needs to bring it back: the value, with its words where those come from outside
 * @property {(kept: any) => void} restore
 * @property {() => string | undefined} complaint what is wrong with it before anyone is asked, as Slack's own client says it
 */

/**
 * What a block needs from where it stands: names for ids, and what pressing or searching does.
 * @typedef {object} Stage
 * @property {string} scope unique on the page; prefix of element ids
 * @property {string} viewer id of the person who looks
 * @property {import('./names.js').Names} names
 * @property {(press: Press) => Promise<void>} press
 * @property {(press: Press, query: string) => Promise<Option[]>} suggest
 * @property {Map<string, Field>} fields the controls drawn so far, by block_id and action_id
 * @property {Record<string, string>} errors by block_id
 */

export {};
