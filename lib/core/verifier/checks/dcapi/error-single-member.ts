import { defineCheck, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { shownNames } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onBrowser } from '../../judgements/on-browser'
import type { ResponseReading } from '../../read/response/response-reading'

export const dcapiErrorSingleMember = defineCheck<ResponseReading>('vp.dcapi.error_single_member', {
  title: 'Data of an error has the member error alone',
  problem: 'The data of the error has other members than error',
  clauses: ['OID4VP-1FINALA-A.4'],
  level: 'must',
  why: 'What else a page is told of an error may tell it what the user holds.',
  hint: 'Return {"error": code} as data, without a description or anything else.',
  run: onBrowser(({ members }, { walletError, parameters }) => {
    if (walletError === null) return notApplicable(say`The response is no error.`)
    const names = walletError.encrypted ? parameters.names : members
    const others = names.filter((name) => name !== 'error')
    if (others.length > 0) return violated({ expected: [say`error`], actual: shownNames(names) })
    // The text names no response here, and an encrypted one tells nobody more.
    return walletError.encrypted ? tolerated({ expected: [say`error`], actual: say`error inside response` }) : pass()
  }),
})
