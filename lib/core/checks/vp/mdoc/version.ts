import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, tolerated, violated } from '../../check'
import { onDeviceResponse } from '../../judgements/presentation/on-mdoc'
import { shown } from '../../judgements/shown'

export const vpMdocVersion = defineCheck<PresentedSubject>('vp.mdoc.version', {
  title: 'Version of the device response is 1.0',
  clauses: ['ISO18013-5-8.3.2.1.2.2'],
  level: 'must',
  why: 'The version says how to read the rest.',
  hint: 'Set version to the text 1.0.',
  run: onDeviceResponse(({ version }) => {
    if (version === '1.0') return pass(version)
    const deviation = { expected: '1.0', actual: shown(version) }
    // The second edition uses a higher number; the parts read here are unchanged.
    return version?.startsWith('1.') ? tolerated(deviation) : violated(deviation)
  }),
})
