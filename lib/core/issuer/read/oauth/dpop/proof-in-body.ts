import type { Exchange } from '../../../../shared/http/exchange'
import { readForm } from '../../../../shared/http/read-form'
import { readJsonBody } from '../../../../shared/http/read-json'
import { readJwt } from '../../../../shared/jose/jwt'
import { isObject } from '../../../../shared/values/json'

/** Most parameters that are looked into, and the longest value and name of one. */
const lookedMax = 32
const charactersMax = 8192
const nameMax = 64

/**
 * The parameter of the body that a DPoP proof stands in, which belongs in the header `DPoP`; `null` without one. For a
 * request without that header only. RFC9449-4.1
 */
export function dpopProofInBody(exchange: Exchange): string | null {
  const json = readJsonBody(exchange)
  const members: readonly (readonly [string, unknown])[] =
    json.ok && isObject(json.value) ? Object.entries(json.value) : readForm(exchange).body.pairs
  const found = members
    .slice(0, lookedMax)
    .find(([name, value]) => name.length <= nameMax && typeof value === 'string' && isDpopProof(value))
  return found?.[0] ?? null
}

function isDpopProof(value: string): boolean {
  if (value.length > charactersMax) return false
  const jwt = readJwt(value)
  return jwt.readable && jwt.header.typ === 'dpop+jwt'
}
