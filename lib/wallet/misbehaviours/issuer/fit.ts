import { isObject, type JsonObject, objectMember } from '../../json'
import { covers } from '../covers'
import type { Misbehaviour } from './misbehaviour'

/** Whether the misbehaviour can show in a session at all, judged by its read-back (`GET /sessions/{id}`). */
export function fitsSession({ needs = {} }: Misbehaviour, session: JsonObject): boolean {
  // The duration of silence changes when a misbehaviour shows, not whether it does.
  const { settle_seconds: _, ...options } = needs.sessionOptions ?? {}
  const settings = objectMember(session, 'options')
  const laboratory = objectMember(objectMember(session, 'laboratory'), 'options')
  // Each session chooses the form of its transaction code.
  const made = { ...session, ...settings, laboratory, tx_code: isObject(settings?.tx_code) }
  return (needs.runs ?? 1) === 1 && covers(session, placeOf(needs)) && covers(made, options)
}

/** One sentence: what to do so that the misbehaviour shows. */
export function fittingSession({ needs = {} }: Misbehaviour): string {
  const often = needs.runs === undefined ? '' : `, and ${needs.runs} runs in one process`
  const body = { ...placeOf(needs), ...needs.sessionOptions }
  const session = Object.keys(body).length === 0 ? 'a session as it is made without a body' : JSON.stringify(body)
  return `this misbehaviour needs a session of another kind (POST /sessions): ${session}${often}`
}

const placeOf = ({ issuer, flow, offerMode }: NonNullable<Misbehaviour['needs']>): JsonObject => ({
  ...(issuer === undefined ? {} : { issuer_configuration_id: issuer }),
  ...(flow === undefined ? {} : { flow }),
  ...(offerMode === undefined ? {} : { credential_offer_mode: offerMode }),
})
