{
  description = "Put a language model's SEARCH/REPLACE reply into a Git work tree, safely";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      manifest = (nixpkgs.lib.importTOML ./Cargo.toml).package;
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = manifest.name;
          inherit (manifest) version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          # The tests run git in repositories of their own; CI runs them.
          doCheck = false;
          postInstall = ''
            installManPage man/*.1
            installShellCompletion --cmd git-sr --bash completions/git-sr.bash \
              --zsh completions/_git-sr --fish completions/git-sr.fish
          '';
          meta = {
            inherit (manifest) description;
            license = with pkgs.lib.licenses; [
              asl20
              mit
            ];
            mainProgram = "git-sr";
          };
        };
      });

      devShells = each (pkgs: {
        default = pkgs.mkShell {
          packages = with pkgs; [
            cargo
            clippy
            rustfmt
            git
            cargo-deny
            typos
          ];
        };
      });
    };
}
