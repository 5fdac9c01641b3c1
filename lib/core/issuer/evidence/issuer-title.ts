import { withDeviation } from '../../engine/deviations/deviation'
import { offeredWords } from '../configurations/issuer-words'
import { deviationTitleOf } from '../deviations/purpose'
import type { IssuanceSessionView } from './issuer-types'

/** What an issuance is called on every page, in every report and in its picture: what is issued, by whom, and its fault. */
export const issuanceTitle = (
  session: Pick<
    IssuanceSessionView,
    'credential_configuration_id' | 'issuer_configuration_id' | 'laboratory' | 'options'
  >,
): string => withDeviation(offeredWords(session), deviationTitleOf(session))
