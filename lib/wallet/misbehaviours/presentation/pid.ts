import type { JsonObject } from '../../json'
import { asking, claims, inIssuance, pid } from './faults'
import type { PresentationMisbehaviour } from './misbehaviour'

/** A PID with one wrong claim, which the query asks for. */
const showing = (
  id: string,
  title: string,
  name: string,
  value: unknown,
  alsoFails: string[] = [],
): PresentationMisbehaviour =>
  inIssuance(
    id,
    title,
    'accepted',
    ({ disclosable }: { disclosable: JsonObject }) => {
      disclosable[name] = value
    },
    { needs: asking(pid(claims([name]))), alsoFails },
  )

/** Faults in the claims of a PID. The wallet plays the issuer. */
export const pidMisbehaviours: PresentationMisbehaviour[] = [
  showing('vp.pid.sd_dates', 'Shows a birthdate that is not a date', 'birthdate', '30.02.1984'),
  showing('vp.pid.sd_countries', 'Shows a nationality that is not a country code', 'nationalities', ['Sweden']),
  showing('vp.pid.sd_types', 'Shows an address that is a text', 'address', 'Storgatan 1, Umeå'),
  showing('vp.pid.sd_email', 'Shows an email address that is none', 'email', 'asa at example'),
  showing('vp.pid.known_names', 'Shows a claim under the name that mdocs have for it', 'birth_date', '1984-02-29', [
    // A correct wallet has no such claim, and presents nothing.
    'vp.sdjwt.issuer_trusted',
  ]),
]
