import type { LoteContent } from '../../ground/trust/lists/make/list-content'

/** The entities of a list, under another certificate. */
export const underCertificate =
  (val: string) =>
  (content: LoteContent): LoteContent => ({
    ...content,
    entities: content.entities.map((entity) => ({
      ...entity,
      TrustedEntityServices: entity.TrustedEntityServices.map((service) => ({
        ...service,
        ServiceInformation: {
          ...service.ServiceInformation,
          ServiceDigitalIdentity: { X509Certificates: [{ val }] },
        },
      })),
    })),
  })
