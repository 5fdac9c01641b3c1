import type { RequestContext } from '../../engine/endpoints/request-context'
import type { PresentationSession } from '../../ground/ports/store-types'
import { presetFacts } from '../presets/preset-facts'
import { casesOfFindings } from './cases-of-findings'

/** Returns the ids of the official cases that a finding of this session helps to decide. */
export const casesInSession = (session: PresentationSession, context: Pick<RequestContext, 'ports' | 'settings'>) =>
  casesOfFindings(session, () => presetFacts(context))
