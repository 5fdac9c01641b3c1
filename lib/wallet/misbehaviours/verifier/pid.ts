import type { JsonObject } from '../../json'
import { asking, claims, inIssuance, pid } from './builders'
import type { PresentationMisbehaviour } from './misbehaviour'

/** A PID with one wrong claim, which the query asks for, and for the claims beside it. */
const showing = (
  id: string,
  title: string,
  name: string,
  value: unknown,
  { beside = [], alsoFails = [] }: { beside?: string[]; alsoFails?: string[] } = {},
): PresentationMisbehaviour =>
  inIssuance(
    id,
    title,
    'accepted',
    ({ disclosable }: { disclosable: JsonObject }) => {
      disclosable[name] = value
    },
    { needs: asking(pid(claims(...[name, ...beside].map((one) => [one])))), alsoFails },
  )

/** Errors in the claims of a PID. The wallet plays the issuer. */
export const pidMisbehaviours: PresentationMisbehaviour[] = [
  showing('vp.pid.sd_dates', 'Shows a birthdate that is not a date', 'birthdate', '30.02.1984'),
  showing('vp.pid.sd_countries', 'Shows a nationality that is not a country code', 'nationalities', ['Sweden']),
  showing('vp.pid.sd_types', 'Shows an address that is a text', 'address', 'Storgatan 1, Umeå'),
  showing('vp.pid.sd_email', 'Shows an email address that is none', 'email', 'asa at example'),
  showing('vp.pid.sd_phone', 'Shows a phone number without its country', 'phone_number', '070 000 00 01'),
  showing('vp.pid.sd_sex', 'Shows a sex that the rulebook does not know', 'sex', 7),
  showing('vp.pid.sd_jurisdiction', 'Shows a jurisdiction of another country', 'issuing_jurisdiction', 'IT-BO', {
    beside: ['issuing_country'],
  }),
  showing('vp.pid.sd_picture', 'Shows a link in place of a portrait', 'picture', 'https://issuer.example/portrait.jpg'),
  inIssuance(
    'vp.pid.sd_domestic',
    'Shows a national PID whose type names its country in words',
    'accepted',
    ({ payload }) => {
      payload.vct = 'urn:eudi:pid:sweden:1'
    },
    { needs: asking(pid({ meta: { vct_values: ['urn:eudi:pid:se:1', 'urn:eudi:pid:sweden:1'] } })) },
  ),
  showing('vp.pid.known_names', 'Shows a claim under the name that mdocs have for it', 'birth_date', '1984-02-29', {
    // A correct wallet has no such claim, and presents nothing.
    alsoFails: ['vp.sdjwt.issuer_trusted'],
  }),
]
