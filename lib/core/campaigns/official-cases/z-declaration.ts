import { z } from 'zod'
import { displayable } from '../../engine/sessions/run-options'
import { declaredItems, type ItemName, itemNames } from './declared-items'
import { oneLine, testerCharactersMax } from './z-coverage'

/** The most values of one item, and the longest. */
const valuesMax = 50
const valueCharactersMax = 100

const zTesterName = z.string().trim().min(1).max(testerCharactersMax).regex(displayable, oneLine)
const zName = z.string().trim().min(1).max(100)

const zItem = (item: ItemName) => {
  const { kind, title, reference } = declaredItems[item]
  const zValue =
    kind === 'boolean'
      ? z.boolean()
      : z.array(z.string().trim().min(1).max(valueCharactersMax).regex(displayable, oneLine)).max(valuesMax)
  return zValue.exactOptional().meta({ description: `${title}. ${reference}` })
}

/** What may be declared, by name. */
const zItems = z
  .strictObject(Object.fromEntries(itemNames.map((item) => [item, zItem(item)])))
  .meta({ id: 'DeclaredItems', description: 'What is absent is unknown, which is not the same as no.' })

/** `POST /coverage/declarations`. */
export const zDeclarationRequest = z.object({
  wallet: z.object({ name: zName, version: zName }),
  tester: z
    .object({ name: zTesterName.exactOptional(), organisation: zTesterName.exactOptional() })
    .exactOptional()
    .meta({ description: 'Who declares.' }),
  items: zItems,
})

/** Response of `POST /coverage/declarations`. */
export const zDeclared = z
  .object({
    wallet: z.object({ name: z.string(), version: z.string() }),
    tester: z.object({ name: z.string().nullable(), organisation: z.string().nullable() }).nullable(),
    items: zItems,
    declared_at: z.iso.datetime(),
  })
  .meta({
    id: 'Declared',
    description: 'What is declared of the wallet now: it replaces all that was declared before.',
  })
