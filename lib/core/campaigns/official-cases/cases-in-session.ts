import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Evidence } from '../../engine/evidence/load-evidence'
import type { PresentationSession } from '../../ground/ports/store-types'
import { lastCarrier } from '../../verifier/evidence/browser-calls'
import { presetFacts } from '../presets/preset-facts'
import { casesOfFindings } from './cases-of-findings'

/**
 * Returns the ids of the official cases that a finding of this session helps to decide: none where a program played the browser
 * that the answer came through, as no campaign counts it.
 */
export function casesInSession(
  { session, events }: Pick<Evidence<PresentationSession>, 'session' | 'events'>,
  context: Pick<RequestContext, 'ports' | 'settings'>,
): ReturnType<typeof casesOfFindings> {
  if (lastCarrier(events) === 'emulated') return () => []
  return casesOfFindings(session, () => presetFacts(context))
}
