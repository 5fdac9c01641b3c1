import { declaredItems, type ItemName, itemNames } from '@/lib/core/campaigns/official-cases/declared-items'

/** What a form sends of an item besides its values: a word of its own, so that an empty list differs from nothing. */
export const supportChoices = [
  ['', 'Not declared'],
  ['yes', 'Yes'],
  ['no', 'No'],
] as const

/** The name of the field that holds the values of a list. */
export const valuesField = (item: ItemName): string => `${item}_values`

/** What the form of a statement declares, as a body of `POST /coverage/declarations`. */
export function readDeclaration(sent: FormData) {
  const text = (name: string): string => String(sent.get(name) ?? '').trim()
  const tester = {
    ...(text('tester_name') === '' ? {} : { name: text('tester_name') }),
    ...(text('tester_organisation') === '' ? {} : { organisation: text('tester_organisation') }),
  }
  return {
    wallet: { name: text('wallet_name'), version: text('wallet_version') },
    ...(Object.keys(tester).length === 0 ? {} : { tester }),
    items: Object.fromEntries(itemNames.flatMap((item) => readItem(item, text(item), text(valuesField(item))))),
  }
}

/** A word that the form does not have is sent as it is, so that the interface refuses it. */
function readItem(item: ItemName, choice: string, values: string): [ItemName, unknown][] {
  const listed = values
    .split(/\r?\n|,/)
    .map((value) => value.trim())
    .filter((value) => value !== '')
  if (declaredItems[item].kind === 'list' && choice !== 'no') return listed.length === 0 ? [] : [[item, listed]]
  if (choice === '') return []
  if (declaredItems[item].kind === 'list') return [[item, listed]]
  return [[item, choice === 'yes' ? true : choice === 'no' ? false : choice]]
}
