import type { PidValue } from '../../pid/attribute'
import { invariant } from '../../ports/errors'
import { fromBase64 } from '../../values/base64'
import { fromBase64url } from '../../values/base64url'
import { isObject, type Json } from '../../values/json'
import { DateOnly } from './mdoc-library'

/**
 * The value of an element in the type that its encoding asks for: a full-date becomes tag 1004, a picture bytes, a
 * place a map, everything else stays text, number or array. EU PID Rulebook 1.7, section 3.1.2.
 */
export function elementValue(value: PidValue['value'], type: NonNullable<PidValue['mdoc']>['type']): unknown {
  switch (type) {
    case 'full-date':
      return new DateOnly(String(value))
    case 'bstr': {
      const bytes = fromBase64(String(value))
      invariant(bytes !== null, 'A picture of the test subject is base64.')
      return bytes
    }
    case 'place':
      invariant(isObject(value), 'A place of the test subject is an object.')
      return new Map(Object.entries(value))
    case 'tstr':
    case 'uint':
    case 'array of tstr':
      return value
  }
}

/** The value of an element that a tester made up, as `OwnCredential` writes full-dates and bytes; objects become maps. */
export function ownElementValue(value: Json): unknown {
  if (Array.isArray(value)) return value.map(ownElementValue)
  if (!isObject(value)) return value
  const [[name, inner] = ['', null], ...others] = Object.entries(value)
  if (others.length === 0 && name === '$date' && typeof inner === 'string') return new DateOnly(inner)
  if (others.length === 0 && name === '$bytes' && typeof inner === 'string') {
    const bytes = fromBase64url(inner)
    invariant(bytes !== null, 'The bytes of an element are base64url.')
    return bytes
  }
  return new Map(Object.entries(value).map(([member, one]) => [member, ownElementValue(one as Json)]))
}
