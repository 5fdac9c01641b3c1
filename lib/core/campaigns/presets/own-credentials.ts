import { fixed } from './preset'

const issued = fixed('issuance', 'answer', { credential_offer_mode: 'credential_offer_uri' })

/** A credential that is no PID, of an issuer of the session's own. Synthetic data only. */
export const ownCredentialPresets = [
  issued('own.driving_licence', 'A driving licence as mdoc', {
    laboratory: {
      credentials: [
        {
          id: 'org.iso.18013.5.1.mDL',
          format: 'mso_mdoc',
          doctype: 'org.iso.18013.5.1.mDL',
          namespace: 'org.iso.18013.5.1',
          claims: {
            family_name: 'Fabbri',
            given_name: 'Elena',
            birth_date: { $date: '1990-04-12' },
            issue_date: { $date: '2026-01-01' },
            expiry_date: { $date: '2036-01-01' },
            issuing_country: 'IT',
            issuing_authority: 'Test authority',
            document_number: 'TEST-MDL-0001',
            driving_privileges: [
              {
                vehicle_category_code: 'B',
                issue_date: { $date: '2026-01-01' },
                expiry_date: { $date: '2036-01-01' },
              },
            ],
            un_distinguishing_sign: 'I',
            age_over_18: true,
          },
          display: [{ name: 'Driving licence (test)', locale: 'en' }],
        },
      ],
    },
  }),
  issued('own.diploma', 'A diploma as SD-JWT VC, with type metadata that we host', {
    laboratory: {
      credentials: [
        {
          id: 'urn:example:diploma',
          format: 'dc+sd-jwt',
          claims: {
            holder: { given_name: 'Elena', family_name: 'Fabbri' },
            degree: 'Master of Science',
            field: 'Mathematics',
            institution: 'Test University',
            graduation_date: '2014-07-15',
            modules: [{ title: 'Algebra', credits: 9 }],
          },
          display: [{ name: 'Diploma (test)', locale: 'en' }],
        },
      ],
    },
  }),
  issued('own.unbound_ticket', 'A ticket that is bound to no key, requested without a proof', {
    laboratory: {
      credentials: [
        {
          id: 'urn:example:ticket',
          format: 'dc+sd-jwt',
          vct: 'urn:example:ticket',
          claims: { event: 'Test concert', seat: '12A', valid_on: '2027-01-01' },
          binding: 'none',
          display: [{ name: 'Ticket (test)', locale: 'en' }],
        },
      ],
    },
  }),
]
