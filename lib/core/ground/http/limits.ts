/** Bounds of what a client may send, in bytes: far above what a conforming wallet needs, far below what hurts. */
export const bodyBytesMax = {
  sessionCreation: 1024 * 1024,
  pushedAuthorization: 64 * 1024,
  issuance: 256 * 1024,
  refusalReport: 4 * 1024,
  campaign: 64 * 1024,
  enteredResult: 16 * 1024,
  requestFetch: 256 * 1024,
  // Portraits in an mdoc of several documents, encrypted and encoded twice, take some hundred KB.
  presentationResponse: 2 * 1024 * 1024,
  execution: 1024 * 1024,
  pipelineRun: 16 * 1024,
  // The definition itself may have 256 KiB.
  pipelineDefinition: 320 * 1024,
  scoreboard: 32 * 1024 * 1024,
  // The same, or the report of an execution, with screenshots and a video.
  artifacts: 64 * 1024 * 1024,
} as const
/** Characters that `client_id` and `state` may have: both travel in addresses, and `state` comes back in a header. */
export const clientIdLengthMax = 2048
export const stateLengthMax = 2048
/** Nesting that JSON bodies and JWT parts may have. */
export const jsonDepthMax = 32
/** Values (members, elements) that a JSON body may hold altogether. */
export const jsonValuesMax = 10_000
/** Parameters that a form or a query may hold. */
export const formPairsMax = 256
