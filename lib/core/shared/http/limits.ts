/** Request body limits in bytes: far above what a conforming wallet needs, far below what would hurt. */
export const bodyBytesMax = {
  sessionCreation: 1024 * 1024,
  pushedAuthorization: 64 * 1024,
  issuance: 256 * 1024,
  refusalReport: 4 * 1024,
  campaign: 64 * 1024,
  // Settings of 64 KiB for each kind.
  workbench: 160 * 1024,
  enteredResult: 16 * 1024,
  // An evidence bundle of every official case; larger ones are verified, not published.
  publishedBundle: 64 * 1024 * 1024,
  requestFetch: 256 * 1024,
  // Portraits in an mdoc with several documents, encrypted and encoded twice, take some hundred KB.
  presentationResponse: 2 * 1024 * 1024,
  execution: 1024 * 1024,
  pipelineRun: 16 * 1024,
  // The definition itself may have 256 KiB.
  pipelineDefinition: 320 * 1024,
  // A query of 256 KiB, and a logo of 1 MiB beside it.
  entityJson: 320 * 1024,
  entity: 2 * 1024 * 1024,
  scoreboard: 32 * 1024 * 1024,
  // Pipeline content, or an execution report with screenshots and a video.
  artifacts: 64 * 1024 * 1024,
} as const
/** Maximum characters of `client_id` and `state`: both travel in URLs, and `state` is returned in a header. */
export const clientIdLengthMax = 2048
export const stateLengthMax = 2048
/** Maximum nesting of JSON bodies and JWT parts. */
export const jsonDepthMax = 32
/** Maximum values (members, elements) in a JSON body. */
export const jsonValuesMax = 10_000
/** Maximum parameters of a form or query. */
export const formPairsMax = 256
