import { area, of } from '../../engine/checks/area'
import { notApplicable, pass, violated } from '../../engine/checks/check'
import { say } from '../../shared/values/wording'
import { isCode, type ResponseReading } from '../read/response/response-reading'

/** Checks of the response to a request with response type code. */
export const codeChecks = Object.values(
  area(
    'vp.code',
    { subject: of<ResponseReading>() },
    {
      captured: {
        title: 'Response to a request for a code contains a code and no presentation',
        problem: 'The response to a request for a code lacks a code or holds a presentation',
        clauses: ['OID4VP-1FINAL-8', 'RFC6749-4.1.2'],
        level: 'info',
        why: 'With response type code the vp_token is in the token response.',
        hint: 'Send code and state, and no vp_token.',
        run: ({ kind, parameters, request }) => {
          if (request.responseType !== 'code') return notApplicable(say`The request does not ask for a code.`)
          if (kind === 'error' || kind === 'nothing') return notApplicable(say`The response holds no code.`)
          if (!isCode(parameters.code)) return violated({ expected: say`code`, actual: null })
          return parameters.vpToken === undefined
            ? pass(say`captured, not redeemed`)
            : violated({ expected: say`code alone`, actual: [say`code`, say`vp_token`] })
        },
      },
    },
  ),
)
