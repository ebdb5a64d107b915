import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENCLOSED, isLetterClosing } from './letter-words.ts';

test('letters end in the words of each language, in French with a sentence', () => {
  const closings = [
    'Yours sincerely,',
    '**Kind regards,**',
    'Very truly yours,',
    'Muy atentamente',
    'Sin otro particular, les saluda atentamente,',
    'Reciba un cordial saludo,',
    'Bien à vous,',
    "Veuillez agréer, Madame, Monsieur, l'expression de mes salutations distinguées.",
    "Dans l'attente de votre réponse, je vous prie d'agréer, Monsieur, l’assurance de ma considération.",
    'Nous vous prions de croire, Madame, à nos sentiments les meilleurs.',
    'Mit freundlichen Grüßen aus Köln',
    'In Erwartung Ihrer Antwort verbleibe ich mit freundlichen Grüßen',
    'In attesa di un Vostro cortese riscontro, porgiamo distinti saluti.',
    'Com os melhores cumprimentos,',
    'Met vriendelijke groet,',
    'Hoogachtend,',
    'Ben atentament,',
  ];
  assert.deepEqual(
    closings.filter((line) => !isLetterClosing(line)),
    [],
  );
});

test('sentences that begin with such words end no letter', () => {
  const sentences = [
    'Regards to your family, whom we met in June. They were all well.',
    'Yours is the best offer.',
    'Veuillez trouver ci-joint le contrat.',
    'Cordialmente invitamos a todos los socios a la asamblea general del día 3 de mayo de 2027 en el salón.',
    'Sincerely held beliefs are protected under the law of the land.',
    'Thank you for your order.',
  ];
  assert.deepEqual(sentences.filter(isLetterClosing), []);
});

test('what is enclosed is named in each language', () => {
  for (const line of ['Encl. 2', 'P.J. : copie', 'Anlagen', 'Bijlagen:', 'Allegati:', 'Anexos: 3', 'Pièces jointes :'])
    assert.match(line, ENCLOSED);
  assert.doesNotMatch('Annette Maier', ENCLOSED);
});
