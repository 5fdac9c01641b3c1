import type { ExamplesById } from '../../engine/checks/examples'
import type { ResponseReading } from '../read/response/response-reading'
import { codeResponse, emptyResponse, errorResponse, goodResponse } from './fixtures/response'

const answer = (change: Partial<ResponseReading['parameters']>): ResponseReading => ({
  ...codeResponse,
  parameters: { ...codeResponse.parameters, ...change },
})
const askingCode = { request: codeResponse.request }

export const codeExamples: ExamplesById<ResponseReading> = {
  'vp.code.captured': {
    pass: [codeResponse],
    violated: [answer({ code: '' }), answer({ code: 7 }), answer({ code: undefined }), answer({ vpToken: {} })],
    notApplicable: [goodResponse, errorResponse({}, askingCode), { ...emptyResponse, ...askingCode }],
  },
}
