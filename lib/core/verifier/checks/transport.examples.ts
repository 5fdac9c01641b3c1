import type { ExamplesById } from '../../engine/checks/examples'
import { servedByVerifier } from '../../engine/judgements/fixtures/unserved'
import type { UnservedSubject } from '../../engine/judgements/unserved'

export const servedRequestExamples: ExamplesById<UnservedSubject> = { 'vp.transport.served': servedByVerifier }
