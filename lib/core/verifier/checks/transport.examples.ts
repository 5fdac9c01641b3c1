import type { ExamplesById } from '../../engine/checks/examples'
import { servedExamples } from '../../engine/judgements/fixtures/unserved'
import type { UnservedSubject } from '../../engine/judgements/unserved'

export const servedRequestExamples: ExamplesById<UnservedSubject> = { 'vp.transport.served': servedExamples }
