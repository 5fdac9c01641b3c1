/** A certificate as PEM, of its DER in base64. RFC 7468 section 5 */
export const certificatePem = (der: string): string =>
  [boundary('BEGIN'), ...(der.match(/.{1,64}/g) ?? []), boundary('END'), ''].join('\n')

const boundary = (place: 'BEGIN' | 'END'): string => `-----${place} CERTIFICATE-----`
