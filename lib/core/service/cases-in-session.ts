import { casesOfFindings } from '../campaigns/official-cases/cases-of-findings'
import type { RequestContext } from '../ground/ports/request-context'
import type { PresentationSession } from '../ground/ports/store-types'
import { presetFacts } from './preset-facts'

/** Gives the ids of the official cases that a finding of this session helps to decide. */
export const casesInSession = (session: PresentationSession, context: Pick<RequestContext, 'ports' | 'settings'>) =>
  casesOfFindings(session, () => presetFacts(context))
