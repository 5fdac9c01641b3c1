import { declaredItems, type ItemName, itemNames } from '@/lib/core/campaigns/official-cases/declared-items'

/** Choices for an item. The extra value distinguishes an empty list from an item left undeclared. */
export const supportChoices = [
  ['', 'Not declared'],
  ['yes', 'Yes'],
  ['no', 'No'],
] as const

/** Name of the field for a list's values. */
export const valuesField = (item: ItemName): string => `${item}_values`

/** Builds the body of `POST /coverage/declarations` from the statement form. */
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

/** Passes unknown choices through, so that the API refuses them. */
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
