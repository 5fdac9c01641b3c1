import { invariant } from '../../ports/errors'
import type { Random, Sha256 } from '../../ports/ports'
import type { Json, JsonObject } from '../../values/json'
import { isObject } from '../../values/json'
import { conceal, type Disclosure } from './disclosure'

interface Concealed {
  /** What goes into the signed part: `{"_sd": […]}`. */
  readonly payload: JsonObject
  /** Disclosures in the order of the claims, each before those inside it. */
  readonly disclosures: readonly Disclosure[]
}

/**
 * Makes every claim selectively disclosable, down to each member of an object and each element of an array
 * (recursive Disclosures), so that a holder can show a city without the street.
 * Digests are sorted, so that their order reveals nothing about the claims. RFC9901-4.2.4.1, RFC9901-4.2.6
 */
export function concealClaims(
  claims: JsonObject,
  { random, sha256 }: { readonly random: Random; readonly sha256: Sha256 },
): Concealed {
  const concealMembers = (object: JsonObject): Concealed => {
    const members = Object.entries(object).map(([name, value]) => {
      invariant(name !== '_sd' && name !== '...', 'A claim must not have a reserved name (RFC 9901 section 4.1).')
      const inner = concealInside(value)
      return { disclosure: conceal({ name, value: inner.value, random, sha256 }), inner: inner.disclosures }
    })
    return {
      payload: { _sd: members.map(({ disclosure }) => disclosure.digest).sort() },
      disclosures: members.flatMap(inOrder),
    }
  }
  const concealInside = (value: Json): { readonly value: Json; readonly disclosures: readonly Disclosure[] } => {
    if (Array.isArray(value)) {
      const elements = value.map((element) => {
        const inner = concealInside(element)
        return { disclosure: conceal({ value: inner.value, random, sha256 }), inner: inner.disclosures }
      })
      return {
        value: elements.map(({ disclosure }) => ({ '...': disclosure.digest })),
        disclosures: elements.flatMap(inOrder),
      }
    }
    if (!isObject(value)) return { value, disclosures: [] }
    const { payload, disclosures } = concealMembers(value)
    return { value: payload, disclosures }
  }
  return concealMembers(claims)
}

const inOrder = ({ disclosure, inner }: { readonly disclosure: Disclosure; readonly inner: readonly Disclosure[] }) => [
  disclosure,
  ...inner,
]
