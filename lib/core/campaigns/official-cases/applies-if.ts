import { type DeclaredValues, declaredItems, type ItemName, itemNames } from './declared-items'

/**
 * One precondition of a case. `has`: a yes, or a list with this value, or with any. `only`: a list with this value and
 * no other.
 */
interface Term {
  readonly item: ItemName
  readonly asks: 'has' | 'only'
  readonly value: string | null
  readonly isNegated: boolean
}

/**
 * Parses a condition of `cases.csv`: terms joined by ` and `. `mdoc` holds if declared as yes, `!mdoc` if declared as
 * no; `enc_values:A128GCM` if a list has the value, `enc_values=A128GCM` if it has no other. Throws for anything else.
 */
export function readCondition(condition: string): readonly Term[] {
  return condition.split(' and ').map((text) => {
    const [, not = '', name = '', sign = '', value = ''] = /^(!?)([a-z_]+)(?:([:=])(\S+))?$/.exec(text) ?? []
    const item = itemNames.find((one) => one === name)
    if (item === undefined) throw new Error(`"${text}" names nothing that is declared.`)
    if (sign !== '' && declaredItems[item].kind === 'boolean') throw new Error(`"${text}": ${item} is yes or no.`)
    return { item, asks: sign === '=' ? 'only' : 'has', value: value || null, isNegated: not !== '' }
  })
}

/** What a manufacturer declared about a wallet, and where the wire contradicts it. */
export interface Declared {
  readonly values: DeclaredValues
  /** Items declared as unsupported that the wallet was seen to do. */
  readonly contradicted: ReadonlySet<ItemName>
}

export const nothingDeclared: Declared = { values: {}, contradicted: new Set() }

/**
 * Whether a condition holds according to the declaration; `null` if that does not say. A condition on a contradicted
 * item holds, so that its case is judged.
 */
export function holds(condition: string, { values, contradicted }: Declared): boolean | null {
  const terms = readCondition(condition)
  if (terms.some(({ item }) => contradicted.has(item))) return true
  const said = terms.map((term) => termHolds(term, values[term.item]))
  return said.includes(false) ? false : said.includes(null) ? null : true
}

function termHolds({ asks, value, isNegated }: Term, declared: DeclaredValues[ItemName]): boolean | null {
  if (declared === undefined) return null
  // A list without entries has no other value either.
  if (asks === 'only' && typeof declared === 'object' && declared.length === 0) return false
  const is = typeof declared === 'boolean' ? declared : listHolds(asks, value, declared.map(folded))
  return isNegated ? !is : is
}

const listHolds = (asks: Term['asks'], value: string | null, list: readonly string[]): boolean =>
  value === null
    ? list.length > 0
    : asks === 'has'
      ? list.includes(folded(value))
      : list.every((one) => one === folded(value))

/** Algorithm names come in both cases: `SHA-256` in an mdoc is `sha-256` in an SD-JWT. */
export const folded = (value: string): string => value.toLowerCase()
