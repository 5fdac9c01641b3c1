import { inOrder } from '../../ground/values/collections'

/** How the text of a field becomes a value; what does not fit leaves the member out. */
export type FieldReading =
  | 'text'
  /** A whole number of at most six digits. */
  | 'whole'
  /** Any whole number above 0. */
  | 'count'
  /** `true`, or nothing. */
  | 'true'
  /** `true`, or else false. */
  | 'true_or_false'
  /** JSON: an object. */
  | 'object'
  /** JSON: texts, at least one. */
  | 'texts'

/** Values of a field with the words that stand for them; the empty value leaves the member out. */
type FieldChoices = readonly (readonly [value: string, words: string])[]

/** A choice that the start page draws as a word of its sentence. */
export interface SentenceWord {
  readonly label: string
  readonly choices: FieldChoices
}

/** A field under "All options" of the start page. */
type DrawnControl =
  | (FieldWords & { readonly control: 'select'; readonly choices: FieldChoices })
  | (FieldWords & { readonly control: 'text'; readonly max: number })
  | (FieldWords & { readonly control: 'number'; readonly min: number; readonly max: number })
  | (FieldWords & {
      readonly control: 'switch'
      /** It is on, and cannot be changed, while that field has this value. */
      readonly alwaysOn?: { readonly field: string; readonly value: string }
    })

export type DrawnOption = DrawnControl & { readonly name: string }

/** What stands beside such a field. */
interface FieldWords {
  readonly label: string
  /** The member as it is shown; the name of the field where nothing is said, `null` where it would tell nothing. */
  readonly shownMember?: string | null
  /** What it is good for, in a sentence. */
  readonly help: string
}

/** A field of the forms that make sessions. */
interface OptionField {
  /** Its name in the form; that of the option where nothing is said. */
  readonly name?: string
  /** The member inside the option that it sets. The first field of an option decides whether there is one at all. */
  readonly inside?: string
  readonly reading: FieldReading
  /** The only values that a form passes on; every value where nothing is said. */
  readonly only?: readonly string[]
  /** How the start page draws it. Absent where a panel of it does so by itself, and where only "Run again" sends it. */
  readonly drawn?: (SentenceWord & { readonly control: 'sentence' }) | DrawnControl
  /** What "Run again" sends: what the session has, what its page makes, or nothing. */
  readonly again: 'as_kept' | 'by_page' | 'left_out'
}

/** The fields of an option, or why forms have none for it. */
export type OptionForm = readonly OptionField[] | { readonly none: string }

/** How a form reads a field, and what "Run again" puts into it. */
export interface FormField extends Pick<OptionField, 'inside' | 'reading' | 'only' | 'again'> {
  readonly option: string
  readonly name: string
}

/** What forms know of the options of a wing. */
export interface SessionForm {
  /** Every field, in the order of the forms. */
  readonly fields: readonly FormField[]
  /** The words of the sentence, by the name of the field. */
  readonly sentence: Readonly<Record<string, SentenceWord>>
  /** The fields under "All options", as they stand there. */
  readonly drawn: readonly DrawnOption[]
}

/** What forms know of the options of a wing, in the orders that these have there. */
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
