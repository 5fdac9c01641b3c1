import type { Ask } from '../../engine/checks/check'
import type { FormReading } from '../../shared/http/read-form'
import type { OneTimeKind } from '../../shared/ports/store-types'
import { othersIn } from './requests'

/** Parameters that a token request has a use for. */
export const tokenParameters: ReadonlySet<string> = new Set([
  'grant_type',
  'pre-authorized_code',
  'tx_code',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'client_id',
  'client_assertion',
  'client_assertion_type',
  'authorization_details',
  'resource',
  'scope',
])

/** Asks what the value of a parameter is that nobody issued. */
export const misplacedParameter = (form: FormReading, name: string, due: OneTimeKind): Ask => ({
  value: form.body.get(name) ?? '',
  due,
  reason: 'other_value',
})

/** Asks under which name a missing parameter stands, by its value too. */
export const misnamedParameter = (form: FormReading, missing: string, due: OneTimeKind): Ask => ({
  missing,
  due,
  among: othersIn(form.body.pairs, tokenParameters),
  reason: 'other_name',
})
