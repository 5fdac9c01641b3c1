import { defineCheck, pass, tolerated, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say, word } from '../../../ground/values/wording'
import { onDeviceResponse } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocVersion = defineCheck<PresentedSubject>('vp.mdoc.version', {
  title: 'Version of the device response is 1.0',
  problem: 'The version of the device response is not 1.0',
  clauses: ['ISO18013-5-8.3.2.1.2.2'],
  level: 'must',
  judges: { token: 'presented_credential', member: 'version' },
  why: 'The version says how to read the rest.',
  hint: 'Set version to the text 1.0.',
  run: onDeviceResponse(({ version }) => {
    if (version === '1.0') return pass(word(version))
    const mismatch = { expected: say`1.0`, actual: shown(version) }
    // The second edition uses a higher number; the parts read here are unchanged.
    return version?.startsWith('1.') ? tolerated(mismatch) : violated(mismatch)
  }),
})
