import eslint from '@eslint/js';
import angular from 'angular-eslint';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'tmp/', 'coverage/', '.nx/', '.data/', '.data-demo/'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // A module of Nest is a class without members.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowNullish: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      // It does not see what other code changes while this code awaits.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Nest declares its options as classes and expects object literals.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Names follow the field from the column to the answer.
      '@typescript-eslint/dot-notation': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        {
          selector:
            "CallExpression[callee.property.name='query'] > TemplateLiteral.arguments:first-child[expressions.length>0]",
          message: 'Values go into a statement as parameters.',
        },
      ],
      // Lengths count code points.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    // What speaks to the person who started the program.
    files: [
      'apps/api/src/main.ts',
      'apps/api/src/programs/server/start-server.ts',
      'apps/api/src/programs/doctor/main.ts',
      'apps/api/src/programs/run-command.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // The panel. Its components have inline templates, which are checked like those in files.
    files: ['apps/panel/src/**/*.ts'],
    extends: [angular.configs.tsRecommended],
    processor: angular.processInlineTemplates,
    rules: {
      '@angular-eslint/component-selector': [
        'error',
        [
          { type: 'element', prefix: 'app', style: 'kebab-case' },
          { type: 'attribute', prefix: 'app', style: 'camelCase' },
        ],
      ],
      '@angular-eslint/directive-selector': [
        'error',
        { type: 'attribute', prefix: 'app', style: 'camelCase' },
      ],
      '@angular-eslint/prefer-signals': 'error',
      // Fields of the API keep their names.
      '@angular-eslint/no-input-rename': 'off',
      // Validators of forms are values, and so is `this` of a component's methods.
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        {
          selector:
            "MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|srcdoc)$/], CallExpression[callee.property.name='write'][callee.object.name='document']",
          message: 'Text goes into the page by templates, which escape it.',
        },
        {
          selector: 'Identifier[name=/^bypassSecurityTrust/]',
          message: 'Nothing is trusted past the check of the framework.',
        },
        {
          selector:
            "ClassDeclaration:has(Decorator[expression.callee.name='Component']) CallExpression[callee.name='inject'][arguments.0.name='Api']",
          message: 'A component writes by its `<feature>-api.ts`, or by a service.',
        },
      ],
    },
  },
  {
    files: ['apps/panel/src/**/*.html'],
    extends: [angular.configs.templateRecommended, angular.configs.templateAccessibility],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'BoundAttribute[name=/^(innerHTML|outerHTML|srcdoc)$/]',
          message: 'Text goes into the page by interpolation, which escapes it.',
        },
      ],
      '@angular-eslint/template/label-has-associated-control': [
        'error',
        { controlComponents: ['app-password-input'] },
      ],
      // Its icon and its name are made by the component.
      '@angular-eslint/template/elements-content': ['error', { allowList: ['appIconButton'] }],
    },
  },
  {
    files: ['**/*.spec.ts', 'apps/api/test/**/*.ts', 'apps/panel/src/testing/**/*.ts'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-syntax': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        performance: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
      },
    },
  },
  {
    // What the browser runs as it is written.
    files: ['apps/panel/public/*.js'],
    languageOptions: {
      globals: {
        addEventListener: 'readonly',
        document: 'readonly',
        fetch: 'readonly',
        importScripts: 'readonly',
        localStorage: 'readonly',
        location: 'readonly',
        matchMedia: 'readonly',
        navigator: 'readonly',
        setInterval: 'readonly',
        URL: 'readonly',
      },
    },
  },
);
