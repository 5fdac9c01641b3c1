import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import type { Redaction } from '../redaction'
import { redactUnknown } from '../values/redact-sensitive'

type DescribeLeaf = (name: string, value: Json) => Json | undefined

/**
 * Keeps member names of a status and drops values, which identify one credential.
 * @see HAIP-6.1
 */
export const withoutPlace = (value: Json, redaction: Redaction, leaf: DescribeLeaf = () => undefined): Json =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, member]) => [
          name,
          leaf(name, member) ?? withoutPlace(member, redaction, leaf),
        ]),
      )
    : redactUnknown(value, redaction)

/** Claims of attestations that name an entry of a status list, which identifies one wallet or one key storage. OID4VCI-1FINALA-D.1 */
const ofUnits = ['client_status', 'key_storage_status', 'status']

/**
 * A status in an attestation: its end, the host of its list, and of all else the length. `undefined` for other claims.
 * @see TS3-2.3.2
 */
export const describeUnitStatus = (name: string, value: Json, redaction: Redaction): Json | undefined =>
  ofUnits.includes(name)
    ? withoutPlace(value, redaction, (member, at) => {
        if (member === 'exp' && typeof at === 'number') return at
        if (member !== 'uri' || typeof at !== 'string' || !URL.canParse(at)) return undefined
        const hidden = redactUnknown(at, redaction)
        return isObject(hidden) ? ({ ...hidden, host: new URL(at).host } as Json) : hidden
      })
    : undefined
