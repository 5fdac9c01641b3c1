import type { FormField } from '@/lib/core/engine/sessions/session-form'

/** A session as it is read back: what was asked for is among its options, or a member of its own. */
interface AskedSession {
  readonly options: Readonly<Record<string, unknown>>
}

/** Names of the fields whose text the page makes. */
type MadeByPage<Fields extends readonly FormField[]> = Extract<Fields[number], { readonly again: 'by_page' }>['name']

/**
 * The fields of a form that makes another session like this one, by name, in the order of `fields`.
 * @param made the texts that the page makes
 */
export function againFields<const Fields extends readonly FormField[]>(
  fields: Fields,
  session: AskedSession,
  made: Readonly<Record<MadeByPage<Fields>, string>>,
): Record<string, string> {
  const members: Readonly<Record<string, unknown>> = { ...session, ...session.options }
  const texts: Readonly<Record<string, string>> = made
  return Object.fromEntries(
    fields.flatMap((field) =>
      field.again === 'left_out'
        ? []
        : [[field.name, field.again === 'by_page' ? (texts[field.name] ?? '') : textOf(field, members[field.option])]],
    ),
  )
}

/** The text by which a form says the value that a session has. */
function textOf({ reading, only }: FormField, value: unknown): string {
  if (reading === 'true' || reading === 'true_or_false') return String(value === true)
  if (reading === 'object' || reading === 'texts') return JSON.stringify(value ?? (reading === 'texts' ? [] : {}))
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && only?.includes(value) !== false ? value : ''
}
