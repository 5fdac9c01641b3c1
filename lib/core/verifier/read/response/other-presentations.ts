import type { PresentationInput } from '../../../ground/formats/reading-of-presentation'
import { readJwt } from '../../../ground/jose/jwt'
import { isObject } from '../../../ground/values/json'
import { say } from '../../../ground/values/wording'

/**
 * The other presentations of the same answer, which one may have been mixed up with, by text. Used only for hints, so
 * their keys are read on demand, each once.
 */
export function otherPresentations(
  texts: readonly string[],
): (text: string) => Pick<PresentationInput, 'otherForms' | 'otherKeys'> {
  const keys = new Map<string, unknown>()
  const keyOf = (text: string): unknown => {
    if (!keys.has(text)) keys.set(text, confirmedKey(text))
    return keys.get(text)
  }
  return (text) => {
    const others = texts.filter((other) => other !== text)
    const issued = text.slice(0, text.indexOf('~') + 1)
    return {
      otherForms: issued === '' ? [] : others.filter((other) => other.startsWith(issued)),
      otherKeys: () =>
        others.map((other) => ({ name: say`the holder key of another credential in the response`, jwk: keyOf(other) })),
    }
  }
}

/** The key that an SD-JWT VC is bound to; `undefined` for anything else. RFC7800-3.2 */
function confirmedKey(text: string): unknown {
  const [issuerJwt = ''] = text.split('~', 1)
  const read = readJwt(issuerJwt)
  return read.readable && isObject(read.claims.cnf) ? read.claims.cnf.jwk : undefined
}
