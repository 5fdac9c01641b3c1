import { inOrder } from '../../shared/values/collections'

/** How a field's text becomes a value; invalid text omits the member. */
export type FieldReading =
  | 'text'
  /** An integer of at most six digits. */
  | 'whole'
  /** A positive integer. */
  | 'count'
  /** `true`, or omitted. */
  | 'true'
  /** `true`, otherwise false. */
  | 'true_or_false'
  /** A JSON object. */
  | 'object'
  /** A JSON array of one or more texts. */
  | 'texts'
  /** A JSON array; any other text is sent as it is, so that the service refuses it. */
  | 'list'

/** Values of a field with their labels; the empty value omits the member. */
type FieldChoices = readonly (readonly [value: string, words: string])[]

/** A choice shown as a word in the sentence of a form. */
export interface SentenceWord {
  readonly label: string
  readonly choices: FieldChoices
}

/** A field under "All options" of a form. */
type DrawnControl =
  | (FieldWords & { readonly control: 'select'; readonly choices: FieldChoices })
  | (FieldWords & { readonly control: 'text'; readonly max: number })
  | (FieldWords & { readonly control: 'number'; readonly min: number; readonly max: number })
  | (FieldWords & {
      readonly control: 'switch'
      /** On and locked while that field has this value. */
      readonly alwaysOn?: { readonly field: string; readonly value: string }
    })

export type DrawnOption = DrawnControl & { readonly name: string }

/** Texts beside such a field. */
interface FieldWords {
  readonly label: string
  /** The member name to show; defaults to the field name, `null` for none. */
  readonly shownMember?: string | null
  /** Its purpose, in a sentence. */
  readonly help: string
}

/** A field of the session forms. */
interface OptionField {
  /** Name in the form; defaults to that of the option. */
  readonly name?: string
  /** The nested member that it sets. The first field of an option decides whether the option is sent. */
  readonly inside?: string
  readonly reading: FieldReading
  /** The only values that a form passes on; defaults to all. */
  readonly only?: readonly string[]
  /** How forms show it. Absent if a panel of its own does, or if only "Run again" sends it. */
  readonly drawn?: (SentenceWord & { readonly control: 'sentence' }) | DrawnControl
  /** What "Run again" sends: the session's value, a value made by its page, or nothing. */
  readonly again: 'as_kept' | 'by_page' | 'left_out'
}

/** The fields of an option, or why forms have none for it. */
export type OptionForm = readonly OptionField[] | { readonly none: string }

/** How a form reads a field, and what "Run again" sends. */
export interface FormField extends Pick<OptionField, 'inside' | 'reading' | 'only' | 'again'> {
  readonly option: string
  readonly name: string
}

/** Form metadata of a half's options. */
export interface SessionForm {
  /** All fields, in form order. */
  readonly fields: readonly FormField[]
  /** The words of the sentence, by field name. */
  readonly sentence: Readonly<Record<string, SentenceWord>>
  /** The fields under "All options", in display order. */
  readonly drawn: readonly DrawnOption[]
}

/** Form metadata of a half's options, in their orders there. */
export function sessionForm<Name extends string>(
  options: Readonly<Record<Name, { readonly form: OptionForm }>>,
  { forms, drawn }: { readonly forms: readonly Name[]; readonly drawn: readonly Name[] },
): SessionForm {
  const fieldsIn = (first: readonly Name[]) =>
    inOrder(Object.keys(options), first).flatMap((option) => {
      const { form } = options[option as Name]
      return 'none' in form ? [] : form.map(({ name = option, ...field }) => ({ option, name, ...field }))
    })
  const sentence: Record<string, SentenceWord> = {}
  const listed: DrawnOption[] = []
  for (const { name, drawn: how } of fieldsIn(drawn)) {
    if (how?.control === 'sentence') sentence[name] = { label: how.label, choices: how.choices }
    else if (how !== undefined) listed.push({ name, ...how })
  }
  return { fields: fieldsIn(forms).map(({ drawn: _, ...field }) => field), sentence, drawn: listed }
}
