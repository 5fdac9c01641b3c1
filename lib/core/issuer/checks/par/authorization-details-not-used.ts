import { defineCheck } from '../../../engine/checks/check'
import { judgeIgnoredDetails } from '../../judgements/ignored-details'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parAuthorizationDetailsNotUsed = defineCheck<PushedRequestReading>(
  'vci.par.authorization_details_not_used',
  {
    title: 'Pushed request uses scope and not authorization_details',
    problem: 'The pushed request uses authorization_details, which the metadata does not announce',
    clauses: ['OID4VCI-1FINAL-5.1.1', 'HAIP-4.3'],
    level: 'info',
    impossibleIn: ['pre_authorized_code'],
    why: 'The metadata does not announce authorization_details, so they are ignored here.',
    hint: 'Leave authorization_details out where the metadata does not list authorization_details_types_supported.',
    run: judgeIgnoredDetails,
  },
)
