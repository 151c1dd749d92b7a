const a = 1;
const result = evaluateUserInput(text);
