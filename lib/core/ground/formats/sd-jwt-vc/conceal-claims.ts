import { invariant } from '../../ports/errors'
import type { HashFunction, Random } from '../../ports/ports'
import type { Json, JsonObject } from '../../values/json'
import { isObject } from '../../values/json'
import { isAtPath, type OwnCredential } from '../own-credential'
import { conceal, type Disclosure } from './disclosure'

interface Concealed {
  /** What goes into the signed part: the digests as `_sd`, and the claims that are in the clear. */
  readonly payload: JsonObject
  /** Disclosures in the order of the claims, each before those inside it. */
  readonly disclosures: readonly Disclosure[]
}

type Path = readonly (string | number)[]

/**
 * Makes claims selectively disclosable: by default every one, down to each member of an object and each element of an
 * array (recursive Disclosures), so that a holder can show a city without the street.
 * Digests are sorted, so that their order reveals nothing about the claims. RFC9901-4.2.4.1, RFC9901-4.2.6
 */
export function concealClaims(
  claims: JsonObject,
  {
    random,
    hash,
    disclosure = 'all',
  }: {
    readonly random: Random
    readonly hash: HashFunction
    readonly disclosure?: OwnCredential['disclosure']
  },
): Concealed {
  const isConcealed = (path: Path): boolean =>
    typeof disclosure === 'string' ? disclosure === 'all' : disclosure.some((pattern) => isAtPath(pattern, path))
  const concealMembers = (object: JsonObject, above: Path): Concealed => {
    const members = Object.entries(object).map(([name, value]) => {
      invariant(name !== '_sd' && name !== '...', 'A claim must not have a reserved name (RFC 9901 section 4.1).')
      const path = [...above, name]
      const inner = concealInside(value, path)
      const own = isConcealed(path) ? conceal({ name, value: inner.value, random, hash }) : null
      return { name, own, inner }
    })
    const digests = members.flatMap(({ own }) => own?.digest ?? []).sort()
    const clear = members.flatMap(({ name, own, inner }) => (own === null ? [[name, inner.value] as const] : []))
    return {
      payload: Object.fromEntries([...(digests.length > 0 || isConcealedByRule ? [['_sd', digests]] : []), ...clear]),
      disclosures: members.flatMap(inOrder),
    }
  }
  const concealInside = (
    value: Json,
    path: Path,
  ): { readonly value: Json; readonly disclosures: readonly Disclosure[] } => {
    if (Array.isArray(value)) {
      const elements = value.map((element, index) => {
        const at = [...path, index]
        const inner = concealInside(element, at)
        return { own: isConcealed(at) ? conceal({ value: inner.value, random, hash }) : null, inner }
      })
      return {
        value: elements.map(({ own, inner }) => (own === null ? inner.value : { '...': own.digest })),
        disclosures: elements.flatMap(inOrder),
      }
    }
    if (!isObject(value)) return { value, disclosures: [] }
    const { payload, disclosures } = concealMembers(value, path)
    return { value: payload, disclosures }
  }
  // An object without members has no digests, and still says that they are what it holds.
  const isConcealedByRule = disclosure === 'all'
  return concealMembers(claims, [])
}

const inOrder = ({
  own,
  inner,
}: {
  readonly own: Disclosure | null
  readonly inner: { readonly disclosures: readonly Disclosure[] }
}) => (own === null ? inner.disclosures : [own, ...inner.disclosures])
