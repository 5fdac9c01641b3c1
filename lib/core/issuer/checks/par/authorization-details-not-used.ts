import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
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
    run: ({ form, readsDetails }) => {
      if (readsDetails) return notApplicable(say`The metadata announces authorization_details.`)
      return form.body.sent('authorization_details')
        ? violated({ expected: say`no authorization_details`, actual: bare.sent })
        : pass()
    },
  },
)
